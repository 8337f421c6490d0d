import type { BillingSettings } from '@guiche/contract'
import { expect, test } from 'vitest'
import { changeOf, paymentRules, valuesOf } from './payment-values.ts'

const stored: BillingSettings = {
  provider: 'efi',
  sandbox: false,
  graceDays: 3,
  efiClientId: 'Client_Id_1',
  efiPixKey: 'financeiro@guiche.test',
  asaasEmail: '',
  efiClientSecret: '••••1234',
  efiCertificate: '••••',
  asaasToken: '',
  failure: null,
  webhookUrl: 'https://guiche.test/subscription/webhook/efi',
}

test('the form shows no secret, not even its mask', () => {
  expect(valuesOf(stored)).toMatchObject({ efiClientSecret: '', efiCertificate: '', asaasToken: '' })
})

test('only what was changed is sent, and a secret that was left alone stays', () => {
  const before = valuesOf(stored)
  expect(changeOf(before, { ...before, graceDays: 5 })).toEqual({ graceDays: 5 })
  expect(changeOf(before, { ...before, provider: 'asaas', asaasToken: '$aact_1' })).toEqual({
    provider: 'asaas',
    asaasToken: '$aact_1',
  })
})

test('days of grace are 0 to 30, and the address may be empty', () => {
  const wrong = (values: object) => Object.keys(paymentRules({ ...valuesOf(stored), ...values }))
  expect(wrong({})).toEqual([])
  expect(wrong({ graceDays: 31 })).toEqual(['graceDays'])
  expect(wrong({ graceDays: '' })).toEqual(['graceDays'])
  expect(wrong({ provider: 'asaas' })).toEqual([])
  expect(wrong({ provider: 'asaas', asaasEmail: 'sem arroba' })).toEqual(['asaasEmail'])
})

test('a wrong address of a provider that was left is neither a reason to refuse nor sent', () => {
  const before = valuesOf(stored)
  const after = { ...before, graceDays: 5, asaasEmail: 'sem arroba' }
  expect(paymentRules(after)).toEqual({})
  expect(changeOf(before, after)).toEqual({ graceDays: 5 })
})
