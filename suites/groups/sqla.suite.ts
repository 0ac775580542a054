import { judge } from './bind.ts'

judge('sqla')
