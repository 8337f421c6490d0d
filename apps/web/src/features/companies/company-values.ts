import { type CompanyView, NewCompany, isDocument } from '@guiche/contract'
import i18next from 'i18next'
import type { z } from 'zod'
import { rulesOf } from '../../lib/form-rules.ts'

/** Selects have only texts: '' means "none". */
export type CompanyValues = {
  name: string
  email: string
  phone: string
  document: string
  planId: string
  status: boolean
  /** YYYY-MM-DD */
  dueDate: string | null
  recurrence: z.input<typeof NewCompany>['recurrence']
  paymentMethod: string
  /** Only of a new company. */
  password: string
}

export const valuesOf = (company: CompanyView | undefined): CompanyValues => ({
  name: company?.name ?? '',
  email: company?.email ?? '',
  phone: company?.phone ?? '',
  document: company?.document ?? '',
  planId: company ? String(company.planId) : '',
  status: company?.status ?? true,
  dueDate: company?.dueDate ?? null,
  recurrence: billingPeriodOf(company?.recurrence ?? ''),
  paymentMethod: company?.paymentMethod ?? '',
  password: '',
})

/** Without the password, which only a new company takes. */
export const bodyOf = ({ password: _password, planId, ...values }: CompanyValues) => ({
  ...values,
  planId: Number(planId),
})

const ofAll = rulesOf(NewCompany.omit({ password: true, numberAttendants: true, numberConections: true }))
const ofPassword = rulesOf(NewCompany.pick({ password: true }))

export const companyRules =
  (isNew: boolean) =>
  (values: CompanyValues): Record<string, string> => ({
    ...ofAll(values),
    ...(isNew && ofPassword(values)),
    ...(values.document.trim() !== '' &&
      !isDocument(values.document) && { document: i18next.t('ui.form.invalidDocument') }),
  })

function billingPeriodOf(stored: string): CompanyValues['recurrence'] {
  return NewCompany.shape.recurrence.safeParse(stored).data ?? ''
}
