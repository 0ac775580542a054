import { judge } from './bind.ts'

judge('sqlb')
