/** What a target file names. Apart from its schema: a run's thread needs the names, and would load zod for them. */
export const identifierNames = [
  'projectId',
  'environmentId',
  'targetEnvironmentId',
  'serverId',
  'alphaId',
  'betaId',
  'gammaId',
  'templateId',
  'containerId',
  'nodeId',
  'userId',
  'authId',
] as const
export const expendableNames = ['userId', 'authId', 'nodeId', 'containerId'] as const
