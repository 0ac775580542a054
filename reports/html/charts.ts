/** The page of a load run: as browser.ts, and its charts drawn. */
import uPlot from 'uplot'
import type { Load } from '../../schemas/load.ts'
import { model } from './browser.ts'

type Pick = (point: Load['series'][number]) => number | null

interface Line {
  readonly label: string
  readonly colour: string
  readonly pick: Pick
  readonly dash?: readonly number[]
  readonly fill?: boolean
}

const seconds = (load: Load) => load.windowMs / 1000

/** The lines of each chart; colours are the names of the style's variables. */
const charts: Readonly<Record<string, (load: Load) => readonly Line[]>> = {
  latency: () => [
    { label: 'p50', colour: '--chart-1', pick: ({ p50 }) => p50 },
    { label: 'p95', colour: '--chart-2', pick: ({ p95 }) => p95 },
    { label: 'p99', colour: '--chart-3', pick: ({ p99 }) => p99, dash: [4, 3] },
  ],
  rate: (load) => [
    { label: 'requests', colour: '--chart-1', pick: ({ rate }) => rate, fill: true },
    { label: 'errors', colour: '--chart-bad', pick: ({ errors }) => errors / seconds(load), fill: true },
  ],
  journeys: () => [
    { label: 'planned', colour: '--chart-3', pick: ({ planned }) => planned, dash: [4, 3] },
    { label: 'begun', colour: '--chart-1', pick: ({ begun }) => begun },
  ],
}

const HEIGHT = 190

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Colours of a canvas are fixed: they are worked out from an element that wears them. */
function resolved(name: string): string {
  const probe = document.createElement('i')
  probe.style.color = colourOf(name)
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function options(lines: readonly Line[], width: number): uPlot.Options {
  const [muted, grid] = [resolved('--muted'), resolved('--line')]
  const axis: uPlot.Axis = { stroke: muted, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
  return {
    width,
    height: HEIGHT,
    cursor: { sync: { key: 'load' } },
    scales: { x: { time: false }, y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      { ...axis, values: (_chart, ticks) => ticks.map((tick) => `${tick} s`) },
      { ...axis, size: 48 },
    ],
    series: [
      { label: 'after', value: (_chart, value: number | null) => (value === null ? '–' : `${value.toFixed(0)} s`) },
      ...lines.map(({ label, colour, dash, fill }) => {
        const stroke = resolved(colour)
        return {
          label,
          stroke,
          width: 1.75,
          spanGaps: false,
          points: { show: false },
          ...(dash ? { dash: [...dash] } : {}),
          ...(fill ? { fill: stroke.replace('rgb(', 'rgba(').replace(')', ', 0.12)') } : {}),
          value: (_chart: uPlot, value: number | null) => (value === null ? '–' : value.toFixed(1)),
        }
      }),
    ],
  }
}

function draw(load: Load): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const lines = charts[box.dataset['chart'] ?? '']?.(load)
    if (!lines) continue
    box.replaceChildren()
    const at = load.series.map(({ atMs }) => atMs / 1000)
    const data: uPlot.AlignedData = [at, ...lines.map(({ pick }) => load.series.map(pick))]
    new uPlot(options(lines, box.clientWidth), data, box)
  }
}

const { load } = model.report
if (load) {
  let width = 0
  const redraw = () => draw(load)
  redraw()
  addEventListener('themechange', redraw)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
  new ResizeObserver(() => {
    if (document.body.clientWidth === width) return
    width = document.body.clientWidth
    redraw()
  }).observe(document.body)
}
