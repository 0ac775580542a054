import { judge } from './bind.ts'

judge('admin')
