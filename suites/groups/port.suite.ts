import { judge } from './bind.ts'

judge('port')
