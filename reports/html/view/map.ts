/** The map: groups down, check families across; each cell says its worst verdict and leads to it. */
import type { Result } from '../../../schemas/report.ts'
import { plural } from '../../model/headline.ts'
import { countsOf, faceOf, gravity, widthsOf, type Counts } from '../../model/map.ts'
import { familyOf, groupOf } from '../../model/words.ts'
import { addressOf, everything } from './filter/filter.ts'
import { html, type View } from './html.ts'
import { number, signs } from './marks.ts'

/** Fewer columns than these are not spread over the page. */
const FEW = 8

const countsInWords = (counts: Counts) =>
  gravity
    .flatMap((verdict) => (counts.has(verdict) ? [`${number(counts.get(verdict) ?? 0)} ${verdict}`] : []))
    .join(', ')

function Cell({ group, family, counts }: { group: string; family: string; counts: Counts | undefined }): View {
  if (!counts)
    return html`<td class="none"><span aria-hidden="true">·</span><span class="hidden">not checked</span></td>`
  const face = faceOf(counts)
  const href = addressOf({
    ...everything,
    group,
    family,
    verdicts: [face],
    view: face === 'pass' ? 'results' : 'causes',
  })
  const words = `${group}, ${family}: ${countsInWords(counts)}`
  return html`<td>
    <a href=${href} class=${face} title=${words}>
      <span class="hidden">${words}</span>
      <span aria-hidden="true">${face === 'pass' ? '' : `${signs[face]} `}${number(counts.get(face) ?? 0)}</span>
    </a>
  </td>`
}

function Table({
  families,
  groups,
  cells,
  label,
}: {
  readonly families: readonly string[]
  readonly groups: readonly string[]
  readonly cells: ReadonlyMap<string, Counts>
  readonly label: string
}): View {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class=${families.length > FEW ? 'map' : 'map few'}>
      <thead>
        <tr>
          <th scope="col"><span class="hidden">Group</span></th>
          ${families.map((family) => html`<th scope="col" key=${family}><span>${family}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${groups.map(
          (group) =>
            html`<tr key=${group}>
              <th scope="row">${group}</th>
              ${families.map(
                (family) =>
                  html`<${Cell}
                    key=${family}
                    group=${group}
                    family=${family}
                    counts=${cells.get(`${group} ${family}`)}
                  />`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

export function GroupMap({
  results,
  groups,
}: {
  readonly results: readonly Result[]
  readonly groups: readonly string[]
}): View {
  const cells = countsOf(results)
  const judged = groups.filter((group) => results.some(({ operation }) => groupOf(operation) === group))
  const families = [...new Set(results.map(({ check }) => familyOf(check)))].toSorted()
  const { wide, narrow } = widthsOf(families, judged, cells)
  const inNarrow = groups.filter((group) => narrow.some((family) => cells.has(`${group} ${family}`)))
  const isGrave = results.some(
    ({ check, verdict }) => narrow.includes(familyOf(check)) && (verdict === 'fail' || verdict === 'error'),
  )
  return html`<section id="map" aria-labelledby="map-title">
    <h2 id="map-title">Groups and families of checks</h2>
    <p class="faint">
      Each cell shows its worst verdict and how many results have it; a plain number counts passes. Click to list them.
    </p>
    <${Table} families=${wide} groups=${groups} cells=${cells} label="The map as a table" />
    ${
      narrow.length > 0 &&
      html`<details class="narrow" open=${isGrave}>
        <summary>${plural(narrow.length, 'family', 'families')} in few groups: ${narrow.join(', ')}</summary>
        <${Table} families=${narrow} groups=${inNarrow} cells=${cells} label="Families in few groups as a table" />
      </details>`
    }
  </section>`
}
