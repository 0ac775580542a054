import { judge } from './bind.ts'

judge('engine')
