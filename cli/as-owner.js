// What Touchstone's own image starts. A container begins as root, and what root writes into a mounted folder its owner can't
// delete: so we become that owner. Where docker run --user says who to be, that is who we are already.
import { statSync } from 'node:fs'

function groupsOf(socket) {
  try {
    return [statSync(socket).gid]
  } catch {
    return []
  }
}

if (process.getuid() === 0) {
  const { uid, gid } = statSync('.')
  if (uid !== 0) {
    // A mounted engine's socket stays within reach, for --image.
    process.setgroups(groupsOf('/var/run/docker.sock'))
    process.setgid(gid)
    process.setuid(uid)
  }
}
await import('./touchstone.js')
