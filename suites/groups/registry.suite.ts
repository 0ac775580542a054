import { judge } from './bind.ts'

judge('registry')
