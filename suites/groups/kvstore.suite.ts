import { judge } from './bind.ts'

judge('kvstore')
