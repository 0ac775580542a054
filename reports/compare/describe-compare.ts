/** A comparison in tables: where targets differ first. */
import { plural } from '../model/headline.ts'
import type { Comparison } from './compare.ts'
import type { Document } from './document.ts'

export function compareDocument({ targets, topics }: Comparison): Document {
  const differing = topics.flatMap(({ questions }) => questions.filter(({ differs }) => differs)).length
  return {
    title: `${plural(targets.length, 'target')} side by side, where the specification is silent`,
    lead: [
      `They differ in ${plural(differing, 'question')}, which stand first and are marked. None of it is right or wrong.`,
      ...targets.map(
        ({ name, serviceVersion, run, started, touchstone }, at) =>
          `${at + 1}: ${name}${serviceVersion ? ` ${serviceVersion}` : ''}, run ${run} of ${started.slice(0, 10)} by touchstone ${touchstone}`,
      ),
    ],
    tables: topics
      .filter(({ questions }) => questions.length > 0)
      .map(({ topic, note, questions }) => ({
        title: topic,
        note,
        heads: ['', ...targets.map(({ name }, at) => `${at + 1}: ${name}`)],
        rows: questions
          .toSorted((a, b) => Number(b.differs) - Number(a.differs))
          .map(({ question, answers, differs }) => ({
            cells: [question, ...answers.map((response) => response || '–')],
            strong: differs,
          })),
      })),
  }
}
