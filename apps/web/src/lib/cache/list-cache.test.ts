import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { dropRow, mergeRow, upserted } from './list-cache.ts'

interface Person {
  id: number
  name: string
  online: boolean
}
interface Page {
  people: Person[]
  count: number
}

const lists = { key: ['people'], field: 'people' } as const
const ana: Person = { id: 1, name: 'Ana', online: false }
const bia: Person = { id: 2, name: 'Bia', online: false }
const caio: Person = { id: 3, name: 'Caio', online: false }

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  keep('', [[ana, bia], [caio]])
  keep('bi', [[bia]])
})

describe('a live event about a row', () => {
  test('updates the named fields in every list that has the row', () => {
    expect(mergeRow<Person, 'people'>(client, lists, { id: 2, online: true })).toBe(true)

    const changed = { ...bia, online: true }
    expect(pagesOf('')).toEqual([[ana, changed], [caio]])
    expect(pagesOf('bi')).toEqual([[changed]])
  })

  test('changes nothing and returns false when no list has the row', () => {
    expect(mergeRow<Person, 'people'>(client, lists, { id: 9, online: true })).toBe(false)

    expect(pagesOf('')).toEqual([[ana, bia], [caio]])
  })

  test('removes a deleted row and decreases the count of lists that had it', () => {
    dropRow(client, lists, 3)

    expect(pagesOf('')).toEqual([[ana, bia], []])
    expect(counts('')).toEqual([2, 2])
    expect(counts('bi')).toEqual([1])
  })
})

test('an unpaged list replaces a row in its position and appends a new one', () => {
  expect(upserted([ana, bia], { ...ana, name: 'Ana Luz' })).toEqual([{ ...ana, name: 'Ana Luz' }, bia])
  expect(upserted([ana], bia)).toEqual([ana, bia])
  expect(upserted(undefined, bia)).toBeUndefined()
})

function keep(text: string, pages: Person[][]) {
  const count = pages.flat().length
  client.setQueryData<InfiniteData<Page>>([...lists.key, text], {
    pages: pages.map((people) => ({ people, count })),
    pageParams: pages.map((_, index) => index + 1),
  })
}

const data = (text: string) => client.getQueryData<InfiniteData<Page>>([...lists.key, text])
const pagesOf = (text: string) => data(text)?.pages.map(({ people }) => people)
const counts = (text: string) => data(text)?.pages.map(({ count }) => count)
