import { expect, test } from 'vitest'
import { api } from './api.ts'
import { type Endpoint, isAnonymous } from './shared/call.ts'
import { planFeatures } from './companies/plan-features.ts'

const calls = Object.entries<Endpoint>(api)

test('every call names the feature of the plan that it needs, or none', () => {
  const decisions = new Set<string>(['none', ...planFeatures])

  expect(calls.filter(([, { feature }]) => !decisions.has(feature)).map(([name]) => name)).toEqual([])
})

test('only calls of logged-in people and of programs can need a feature', () => {
  const anonymous = calls.filter(([, { access }]) => isAnonymous(access) && access !== 'program')

  expect(anonymous.filter(([, { feature }]) => feature !== 'none').map(([name]) => name)).toEqual([])
})
