import { judge } from './bind.ts'

judge('cluster')
