import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
let isRefused = false

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isRefused) throw new Error('QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
  stored.set('userId', '7')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
  stored.clear()
  isRefused = false
})

const own = () => import('./own-tasks.ts')
const textsOf = (userId: string): string[] =>
  JSON.parse(stored.get('tasks') ?? '{}')[userId]?.map(({ text }: { text: string }) => text) ?? []

test('the newest task comes first, and each user of the browser has a list of their own', async () => {
  const { addTask } = await own()
  addTask('Ligar para a Rita')
  addTask('Conferir o estoque')
  stored.set('userId', '8')
  addTask('Outra')

  expect(textsOf('7')).toEqual(['Conferir o estoque', 'Ligar para a Rita'])
  expect(textsOf('8')).toEqual(['Outra'])
})

test('what another tab has stored meanwhile stays', async () => {
  const { addTask } = await own()
  addTask('Primeira')
  vi.resetModules()
  const other = await own()
  other.addTask('Da outra aba')

  addTask('Segunda')

  expect(textsOf('7')).toEqual(['Segunda', 'Da outra aba', 'Primeira'])
})

test('a change that the browser does not store is refused, as is one task too many', async () => {
  const { addTask, mostTasks } = await own()
  for (let nth = 0; nth < mostTasks; nth += 1) expect(addTask(`Tarefa ${nth}`)).toBeUndefined()
  expect(addTask('Uma a mais')).toBe('full')
  expect(textsOf('7')).toHaveLength(mostTasks)

  stored.set('userId', '8')
  isRefused = true
  expect(addTask('Nada')).toBe('notStored')
  expect(textsOf('8')).toEqual([])
})

test('a stored text that is no list of tasks is an empty list', async () => {
  stored.set('tasks', '{"7":[{"id":1}]}')
  const { addTask } = await own()

  expect(addTask('Nova')).toBeUndefined()
  expect(textsOf('7')).toEqual(['Nova'])
})
