import { judge } from './bind.ts'

judge('colstore')
