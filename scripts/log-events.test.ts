import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)
const folders = ['apps/server/src', ...packages]

const call = /\blog(?:ger)?\??\.(?:trace|debug|info|warn|error|fatal)\(/gi
const eventKey = /\bevent: '([^']*)'/
const convention = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/

interface LogCall {
  location: string
  event: string | undefined
  hasSentence: boolean
}

/** The arguments of a call, up to the matching parenthesis. Texts in these calls contain no unbalanced parenthesis. */
function argumentsAt(source: string, start: number): string {
  let depth = 1
  let end = start
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === '(') depth += 1
    if (source[end] === ')') depth -= 1
  }
  return source.slice(start, end - 1)
}

function logCallsIn(source: string, location: string): LogCall[] {
  return [...source.matchAll(call)].map((match) => {
    const given = argumentsAt(source, match.index + match[0].length)
    const line = source.slice(0, match.index).split('\n').length
    return {
      location: `${location}:${line}`,
      event: eventKey.exec(given)?.[1],
      // After the object comes a text, or a variable with a text.
      hasSentence: /\},\s*(?:'[^']{8,}'|[a-z]\w*)\s*,?\s*$/i.test(given),
    }
  })
}

function sourceFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
}

const calls = sourceFiles().flatMap((file) => logCallsIn(readFileSync(join(root, file), 'utf8'), file))

describe('each call of the log', () => {
  test('are found', () => {
    expect(calls.length).toBeGreaterThan(60)
  })

  test('have an event of the form `area.what-happened`', () => {
    expect(calls.filter(({ event }) => !convention.test(event ?? ''))).toEqual([])
  })

  test('have a sentence', () => {
    expect(calls.filter(({ hasSentence }) => !hasSentence)).toEqual([])
  })

  test('have unique events', () => {
    const byEvent = Map.groupBy(calls, ({ event }) => event)
    const shared = [...byEvent.values()].filter((same) => same.length > 1)
    expect(shared.flat().map(({ event, location }) => `${event} ${location}`)).toEqual([])
  })
})

describe('a call that breaks the rule is noticed', () => {
  test.each([
    ['without an event', "log.warn({ err }, 'could not read a file')", undefined, true],
    ['without an object', "request.log.info('redis is back')", undefined, false],
    ['without a sentence', "log?.error({ event: 'jobs.error', err: wrap(err) })", 'jobs.error', false],
    ['that breaks none', "log.error({\n event: 'jobs.error', err },\n 'the job queue failed',\n)", 'jobs.error', true],
  ])('%s', (_, source, event, hasSentence) => {
    expect(logCallsIn(source, 'a.ts')).toEqual([{ location: 'a.ts:1', event, hasSentence }])
  })
})
