import { judge } from './bind.ts'

judge('user')
