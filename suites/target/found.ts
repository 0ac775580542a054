/**
 * Where calibration keeps the appName of a container that it saw. Not under `appName`: no write may ever select by what is
 * somebody else's.
 */
export const CONTAINER_APP = 'containerAppName'
