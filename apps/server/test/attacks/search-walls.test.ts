import { describe, expect, test } from 'vitest'
import { searchedCompaniesOfFile, searches } from './searched-companies.ts'

const searched = searchedCompaniesOfFile()
const { found, own } = searched

describe('the search functions that bypass row-level security', () => {
  test.each(searches)('find by %s what the company has, and nothing of another', async (_way, query, table) => {
    for (const company of searched.companies)
      expect(await found(company.id, query)).toEqual(await own(company.id, table))
  })

  test.each(searches)('find by %s nothing without a company', async (_way, query) => {
    expect(await found('', query)).toEqual([])
  })
})
