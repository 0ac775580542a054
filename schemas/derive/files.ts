import { groups, type GroupName } from '../registry.ts'
import { errorDocument, groupDocument, targetDocument, type JsonSchema } from './json-schema.ts'
import { reportDocument } from './report-schema.ts'

/** The text of every generated file, by its path in `schemas/`. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const documents: [string, JsonSchema][] = [
    // The keys of `groups` are what GroupName is made of.
    ...(Object.keys(groups) as GroupName[]).map((group): [string, JsonSchema] => [
      `json/${group}.json`,
      groupDocument(group),
    ]),
    ['json/error.json', errorDocument()],
    ['target.schema.json', targetDocument()],
    ['report.schema.json', reportDocument()],
  ]
  return new Map(documents.map(([path, document]) => [path, `${JSON.stringify(document, null, 2)}\n`]))
}
