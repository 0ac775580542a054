/** The script of the page in one piece, made by vite: when the package is built, and in a clone whenever a page is written. */
import { fileURLToPath } from 'node:url'

/** `charts` is the page of a load run, with what draws its charts. */
export type Page = 'browser' | 'charts'

/** @throws Error where the bundler gives nothing back */
export async function bundle(page: Page): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    // Nothing that lies where a user happens to stand has a say.
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL(`../${page}.ts`, import.meta.url)),
        formats: ['iife'],
        name: 'touchstone',
        fileName: 'page',
      },
    },
  })
  for (const output of [built].flat()) {
    if (!('output' in output)) continue
    const [{ code }] = output.output
    return code.replaceAll('</script', String.raw`<\/script`)
  }
  throw new Error('The script of report.html could not be made: the bundler gave nothing back.')
}
