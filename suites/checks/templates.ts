import type { Exchange } from '../../fixtures/http/exchange.ts'
import { does } from '../../schemas/registry.ts'
import { templateOutlasted } from '../evidence/template-outlasted.ts'
import { templateNamed } from '../evidence/template-named.ts'
import { templates } from '../evidence/templates.ts'
import { templateUnread } from '../evidence/template-unread.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { answeredAlikeBut } from '../target/as-if-missing.ts'
import { isTransient } from '../target/not-now.ts'
import { saysUnknown } from '../target/profile.ts'
import { check, type Check } from './check.ts'
import { control } from '../evidence/control.ts'

const taken = check({
  id: 'templates/taken',
  clause: 'PARAM-*',
  claim: 'SHOULD know the templates that it lists',
  sends:
    'deploys of a listed template, of the last of the list, and of one that nobody has; if the first is rejected, also of two others',
  expects: 'another response to listed templates than to the one that nobody has',
  kills: ['params/templates-not-taken', 'params/templates-not-taken-by-name', 'params/last-template-not-taken'],
  on: does('makes', 'compose', 'template'),
  needs: { templates },
  prove({ templates: found, profile }) {
    if (!found?.unknown) return
    const { list, listed, unknown } = found
    const exchanges = [list, ...listed, unknown]
    const refused = listed.filter(({ response }) => response && !profile.isSuccess(response))
    // A host that can deploy nothing may refuse both alike: only words for what nobody has say that it is not known.
    const isUnknown = (one: Exchange) =>
      saysUnknown(one, profile) && !isTransient(one) && answeredAlikeBut(one, unknown)
    const [first] = refused
    if (!first) return
    if (refused.every(isUnknown))
      throw new Breach({
        expected: 'every listed template to be known',
        got: `the response to a template that nobody has, for ${refused.length} of ${listed.length} listed ones: ${inWords(first)}`,
        exchanges,
      })
    if (refused.length === listed.length)
      throw new Inconclusive('no listed template is deployed', 'a host on which templates can be deployed', exchanges)
  },
})

const found = check({
  id: 'templates/found',
  clause: 'NAME-1',
  claim: 'SHOULD show the stack of a template under the identifier that it returned',
  sends: 'a deploy of a listed template, and a read of the identifier in its response',
  expects: 'the read to show the stack within `--settle`',
  kills: ['records/template-unread'],
  on: does('makes', 'compose', 'template'),
  needs: { control, templateUnread },
  prove({ control: sent, templateUnread: unread }) {
    if (!unread) return
    throw new Breach({
      expected: 'the stack under the identifier that the deploy returned',
      got: inWords(unread),
      exchanges: [sent, unread],
    })
  },
})

const kept = check({
  id: 'templates/kept',
  clause: 'NAME-4',
  claim: 'SHOULD leave a template, and its earlier stacks, as they are',
  sends:
    'deploys of one template in one project; of the first stack an update, followed by the list of templates, a read, if it shows the template, and its delete; if that gets an error, a read',
  expects: 'the same template as before, still listed; success of the delete, or a read that shows the stack',
  kills: [
    'records/template-overwritten',
    'records/template-replaced',
    'records/template-moved',
    'records/template-renamed',
    'records/template-used-up',
  ],
  on: does('makes', 'compose', 'template'),
  needs: { control, templateOutlasted },
  prove({ control: sent, templateOutlasted: { further, replaced, removed, denied, moved, renamed, usedUp }, profile }) {
    if (renamed)
      throw new Breach({
        expected: 'the template to keep its name',
        got: `the name that an update gave to a stack of it: ${inWords(renamed[1])}`,
        cause: 'the template is renamed',
        exchanges: renamed,
      })
    if (moved)
      throw new Breach({
        expected: 'the stack to show the identifier of its template still',
        got: `another id: ${inWords(moved[2])}`,
        cause: 'another template',
        exchanges: moved,
        change: true,
      })
    if (usedUp)
      throw new Breach({
        expected: 'the template to be there for further stacks',
        got: `it is unknown, and not listed, since it was deployed: ${inWords(usedUp[0] ?? sent)}`,
        cause: 'the template is gone',
        exchanges: [sent, ...usedUp],
      })
    if (replaced)
      throw new Breach({
        expected: 'another identifier, or the stack as it was',
        got: `the identifier of the first stack under another appName: ${inWords(replaced)}`,
        cause: 'the first is replaced',
        exchanges: [sent, replaced],
      })
    if (!removed) throw new Inconclusive('the first stack was not deleted', undefined, [sent, ...further])
    const exchanges = [sent, ...further, removed, denied ?? []].flat()
    // An error that says something else may tell of a delete that was carried out.
    if (denied && saysUnknown(removed, profile))
      throw new Breach({
        expected: 'the first stack to stand beside further ones of its template',
        got: `it is gone: ${inWords(denied)}`,
        exchanges,
      })
    if (!removed.response || !profile.isSuccess(removed.response))
      throw new Inconclusive(`the delete of the first stack got an error: ${inWords(removed)}`, undefined, exchanges)
  },
})

const ofItsTemplate = check({
  id: 'templates/named',
  clause: 'PARAM-*',
  claim: 'SHOULD make the stack from the template that is named',
  sends: 'deploys of two listed templates and of an identifier that no template has, and a read of each stack',
  expects: 'each stack, if it is called by a template, to be called by its own',
  kills: ['records/template-first', 'records/template-before', 'records/template-instead'],
  on: does('makes', 'compose', 'template'),
  needs: { templateNamed },
  prove({ templateNamed: stacks }) {
    const exchanges = stacks.flatMap((one) => one.exchanges)
    // What one stack alone is called by may be a word that all have.
    if (stacks.some(({ named, isUnknown }) => named === null && !isUnknown))
      throw new Inconclusive('nothing in the stacks names the template that they are of', undefined, exchanges)
    const wrong = stacks.find(({ of, named }) => named !== null && named !== of)
    if (wrong)
      throw new Breach({
        expected: `a stack of the template ${wrong.of}`,
        got: `a stack that is called by the template ${wrong.named ?? ''}`,
        exchanges: wrong.exchanges,
      })
    if (stacks.filter(({ isUnknown }) => !isUnknown).length < 2)
      throw new Inconclusive('no second template is listed', 'a host with two templates', exchanges)
  },
})

export const templateChecks: readonly Check[] = [taken, found, kept, ofItsTemplate]
