import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breakpoints, numbers } from './numbers.ts'

const src = join(import.meta.dirname, '..')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))

/** No phone is so narrow, unless its text was made larger. */
const isOfLargeText = (condition: string) => Number(/max-width: (\d+)px/.exec(condition)?.[1]) < 340

test('style sheets use only the breakpoints of the application', () => {
  const below = Object.values(breakpoints).map((width) => `(max-width: ${width - 1}px)`)
  const from = Object.values(breakpoints).map((width) => `(min-width: ${width}px)`)
  const used = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/\([^)]*(?:width|<|>)[^)]*\)/g)].map(([condition]) => ({ file, condition })),
    ),
  )
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter(({ condition }) => !isOfLargeText(condition) && ![...below, ...from].includes(condition))).toEqual(
    [],
  )
})

test('style sheets give the drawer its width', () => {
  const given = sheets.flatMap(({ text }) => [...text.matchAll(/--g-drawer: ([^;]*);/g)].map(([, width]) => width))
  expect(given).toEqual([`${numbers.drawerWidth}px`])
})
