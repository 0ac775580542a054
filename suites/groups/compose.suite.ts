import { judge } from './bind.ts'

judge('compose')
