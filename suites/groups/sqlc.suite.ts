import { judge } from './bind.ts'

judge('sqlc')
