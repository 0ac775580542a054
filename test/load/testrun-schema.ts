/** What a TestRun of the k6-operator may say (k6.io/v1alpha1), by its documentation; as far as ours could reach. */
const text = { type: 'string' } as const
const texts = { type: 'object', additionalProperties: text } as const
const name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 } as const

const source = {
  type: 'object',
  required: ['name', 'key'],
  additionalProperties: false,
  properties: { name: text, key: text, optional: { type: 'boolean' } },
} as const

const variable = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[-._a-zA-Z][-._a-zA-Z0-9]*$' },
    value: text,
    valueFrom: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      properties: { secretKeyRef: source, configMapKeyRef: source },
    },
  },
} as const

const pod = {
  type: 'object',
  additionalProperties: false,
  properties: {
    affinity: { type: 'object' },
    automountServiceAccountToken: text,
    containerSecurityContext: { type: 'object' },
    disabled: { type: 'boolean' },
    env: { type: 'array', items: variable },
    envFrom: { type: 'array', items: { type: 'object' } },
    image: text,
    imagePullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
    imagePullSecrets: { type: 'array', items: { type: 'object' } },
    initContainers: { type: 'array', items: { type: 'object' } },
    livenessProbe: { type: 'object' },
    metadata: { type: 'object', additionalProperties: false, properties: { annotations: texts, labels: texts } },
    nodeSelector: texts,
    priorityClassName: text,
    readinessProbe: { type: 'object' },
    resources: { type: 'object', additionalProperties: false, properties: { limits: texts, requests: texts } },
    schedulerName: text,
    securityContext: { type: 'object' },
    serviceAccountName: text,
    tolerations: { type: 'array', items: { type: 'object' } },
    topologySpreadConstraints: { type: 'array', items: { type: 'object' } },
    volumeMounts: { type: 'array', items: { type: 'object' } },
    volumes: { type: 'array', items: { type: 'object' } },
  },
} as const

export const testRunSchema = {
  type: 'object',
  required: ['apiVersion', 'kind', 'metadata', 'spec'],
  additionalProperties: false,
  properties: {
    apiVersion: { const: 'k6.io/v1alpha1' },
    kind: { const: 'TestRun' },
    metadata: {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: { name, namespace: name, labels: texts, annotations: texts },
    },
    spec: {
      type: 'object',
      required: ['parallelism', 'script'],
      additionalProperties: false,
      properties: {
        arguments: text,
        cleanup: { const: 'post' },
        initializer: pod,
        parallelism: { type: 'integer', minimum: 1 },
        paused: text,
        ports: { type: 'array', items: { type: 'object' } },
        quiet: text,
        runner: pod,
        script: {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
          properties: {
            configMap: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: { name, file: text },
            },
            localFile: text,
            volumeClaim: {
              type: 'object',
              required: ['name'],
              additionalProperties: false,
              properties: { name, file: text, readOnly: { type: 'boolean' } },
            },
          },
        },
        scuttle: { type: 'object' },
        separate: { type: 'boolean' },
        starter: pod,
        testRunId: text,
        token: text,
      },
    },
  },
} as const
