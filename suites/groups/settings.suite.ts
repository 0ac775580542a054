import { judge } from './bind.ts'

judge('settings')
