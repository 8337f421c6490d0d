import type { PlanView, Terms } from '@guiche/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { PasswordStrength } from './password-strength.tsx'
import { PlanChoice } from './plan-choice.tsx'
import type { SignUpValues } from './sign-up-values.ts'
import { TermsField } from './terms-field.tsx'

interface Props {
  form: UseFormReturnType<SignUpValues>
  plans: PlanView[]
  terms: Terms
}

export function SignUpFields({ form, plans, terms }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        size="md"
        withAsterisk
        autoFocus
        autoComplete="name"
        label={t('sign-up.name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        size="md"
        withAsterisk
        type="email"
        autoComplete="email"
        label={t('sign-up.email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        size="md"
        withAsterisk
        autoComplete="new-password"
        label={t('sign-up.password')}
        visibilityToggleButtonProps={{ 'aria-label': t('sign-up.showPassword') }}
        {...form.getInputProps('password')}
      />
      <PasswordStrength password={form.values.password} />
      <TextInput
        size="md"
        withAsterisk
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        label={t('sign-up.phone')}
        placeholder="(11) 98765-4321"
        description={t('sign-up.phoneHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('phone')}
      />
      <TextInput size="md" withAsterisk label={t('sign-up.document')} {...form.getInputProps('document')} />
      <TextInput
        size="md"
        withAsterisk
        autoComplete="organization"
        label={t('sign-up.companyName')}
        {...form.getInputProps('companyName')}
      />
      <PlanChoice plans={plans} {...form.getInputProps('planId')} value={form.values.planId} />
      <TermsField terms={terms} {...form.getInputProps('termo', { type: 'checkbox' })} />
    </>
  )
}
