import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './shared/call.ts'
import { planFeatures } from './companies/plan-features.ts'

const calls = Object.entries<Endpoint>(api)

test('every call says which feature of the plan it needs, or that it needs none', () => {
  const decisions = new Set<string>(['none', ...planFeatures])

  expect(calls.filter(([, { feature }]) => !decisions.has(feature)).map(([name]) => name)).toEqual([])
})

test('a call that needs a feature is for people: who is not logged in has no plan', () => {
  const anonymous = calls.filter(([, { access }]) => access === 'public' || access === 'visitor')

  expect(anonymous.filter(([, { feature }]) => feature !== 'none').map(([name]) => name)).toEqual([])
})
