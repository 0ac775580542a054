import { judge } from './bind.ts'

judge('docstore')
