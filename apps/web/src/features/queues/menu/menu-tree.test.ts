import { expect, test } from 'vitest'
import {
  type EditedOption,
  changeOption,
  errorsOf,
  findOption,
  forgetRemoved,
  keyAt,
  leadsOn,
  moveOption,
  newOption,
  removeOption,
  sentOf,
} from './menu-tree.ts'

const option = (name: string, options: EditedOption[] = []): EditedOption => ({
  ...newOption(),
  key: name,
  name,
  options,
})
const names = (options: readonly EditedOption[]): unknown[] =>
  options.map(({ name, options: below }) => (below.length === 0 ? name : [name, names(below)]))

const menu = [option('Sofás', [option('Pronta-entrega'), option('Sob medida')]), option('Mesas')]

test('options are changed, moved within their level and removed at any depth', () => {
  expect(names(changeOption(menu, 'Sob medida', { name: 'Encomenda' }))).toEqual([
    ['Sofás', ['Pronta-entrega', 'Encomenda']],
    'Mesas',
  ])
  expect(names(moveOption(menu, 'Sob medida', -1))).toEqual([['Sofás', ['Sob medida', 'Pronta-entrega']], 'Mesas'])
  expect(names(moveOption(menu, 'Mesas', 1))).toEqual(names(menu))
  expect(names(removeOption(menu, 'Sofás'))).toEqual(['Mesas'])
  expect(names(removeOption(menu, 'Pronta-entrega'))).toEqual([['Sofás', ['Sob medida']], 'Mesas'])
})

test('an option needs a name of four letters, a text before its next level, and a target', () => {
  const wrong = [
    option('Sim'),
    option('Sofás', [option('Abaixo')]),
    { ...option('Entrega'), queueType: 'queue' as const },
  ]

  expect([...errorsOf(wrong)]).toEqual([
    ['Sim', { name: 'tooShort' }],
    ['Sofás', { greetingMessage: 'required' }],
    ['Entrega', { target: 'required' }],
  ])
})

test('stored options are sent with their ids, new ones without', () => {
  const sent = sentOf([{ ...option('Sofás', [option('Nova opção')]), id: 7 }])

  expect(sent).toMatchObject([{ id: 7, name: 'Sofás', options: [{ name: 'Nova opção', options: [] }] }])
  expect(sent[0]?.options?.[0]).not.toHaveProperty('id')
})

test('an option is found by its key, and by the indexes of a path', () => {
  expect(keyAt(menu, [0, 1])).toBe('Sob medida')
  expect(keyAt(menu, [1])).toBe('Mesas')
  expect(keyAt(menu, [])).toBeUndefined()
  expect(keyAt(menu, [1, 0])).toBeUndefined()
  expect(findOption(menu, 'Pronta-entrega')).toMatchObject({ name: 'Pronta-entrega' })
  expect(findOption(menu, 'Camas')).toBeUndefined()
})

test('only options of the types text and file that do not close the ticket show options below them', () => {
  const of = (change: Partial<EditedOption>) => leadsOn({ ...option('Sofás'), ...change })
  expect([of({}), of({ queueType: 'file' })]).toEqual([true, true])
  expect([of({ queueType: 'queue' }), of({ queueType: 'attendent' }), of({ closeTicket: true })]).toEqual([
    false,
    false,
    false,
  ])
})

test('options that somebody else has removed are sent as new ones', () => {
  const stored = (id: number, below: EditedOption[] = []) => ({ ...option(`Opção ${id}`, below), id })
  const edited = [stored(1, [stored(2)]), option('Nova')]
  const ids = (options: readonly EditedOption[]): unknown[] => options.map(({ id, options: below }) => [id, ids(below)])
  expect(ids(forgetRemoved(edited, [stored(1)]))).toEqual([
    [1, [[undefined, []]]],
    [undefined, []],
  ])
  expect(ids(forgetRemoved(edited, [stored(2)]))).toEqual([
    [undefined, [[2, []]]],
    [undefined, []],
  ])
})
