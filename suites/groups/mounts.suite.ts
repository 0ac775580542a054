import { judge } from './bind.ts'

judge('mounts')
