/** The Job that follows what the pods of a load print, and ends with the verdict: its exit code is that of a load run. */

/** @param selector of the pods that run the load */
export function collector(load: string, selector: string, parts: number, image: string): readonly object[] {
  const name = `${load}-verdict`
  const metadata = { name, labels: { app: 'touchstone' } }
  const args = ['merge', '--pods', selector, '--parts', String(parts), '--out', '/report/touchstone-report']
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [{ apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name }],
    },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: {
        backoffLimit: 0,
        template: {
          metadata: { labels: { app: 'touchstone' } },
          spec: {
            restartPolicy: 'Never',
            serviceAccountName: name,
            containers: [{ name: 'touchstone', image, args, volumeMounts: [{ name: 'report', mountPath: '/report' }] }],
            volumes: [{ name: 'report', emptyDir: {} }],
          },
        },
      },
    },
  ]
}
