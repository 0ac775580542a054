import { judge } from './bind.ts'

judge('application')
