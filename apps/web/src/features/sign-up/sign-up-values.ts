import { SignUp } from '@guiche/contract'
import { rulesOf } from '../../lib/form-rules.ts'

export type SignUpValues = {
  name: string
  email: string
  password: string
  phone: string
  document: string
  companyName: string
  planId: string
  termo: boolean
}

export const blank: SignUpValues = {
  name: '',
  email: '',
  password: '',
  phone: '',
  document: '',
  companyName: '',
  planId: '',
  termo: false,
}

export const bodyOf = ({ termo: _termo, planId, ...values }: SignUpValues) => ({ ...values, planId: Number(planId) })

export const signUpRules = rulesOf(SignUp.omit({ termsVersion: true }))
