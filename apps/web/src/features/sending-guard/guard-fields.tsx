import type { NumberGuardView } from '@guiche/contract'
import { NumberInput, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { HourField } from '../../ui/fields/hour-field.tsx'
import type { GuardValues } from './guard-values.ts'
import styles from './sending-guard.module.css'

interface Props {
  form: UseFormReturnType<GuardValues>
  guard: NumberGuardView
}

/** What an admin chooses for a number. What the installation demands of all numbers is shown and cannot be changed. */
export function GuardFields({ form, guard: { strangers, known, network, installation } }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { quietHours } = installation
  const limits = [
    ['strangersPerDay', strangers.most],
    ['knownPerDay', known.most],
  ] as const
  const days = [
    ['quietSundays', installation.quietSundays],
    ['quietHolidays', installation.quietHolidays],
  ] as const
  return (
    <>
      <fieldset className={styles.fields}>
        <legend>{t('sending-guard.form.limits')}</legend>
        {limits.map(([field, most]) => (
          <NumberInput
            key={field}
            size="sm"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            label={t(`sending-guard.form.${field}`)}
            description={
              network
                ? t('sending-guard.form.asNetwork')
                : t('sending-guard.form.ceiling', { most: format.number(most) })
            }
            placeholder={network ? '' : format.number(most)}
            {...form.getInputProps(field)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.fields}>
        <legend>{t('sending-guard.form.quiet')}</legend>
        <p className={styles.hint}>
          {quietHours
            ? t('sending-guard.form.quietOfAll', { from: quietHours.from, until: quietHours.until })
            : t('sending-guard.form.quietHint')}
        </p>
        <HourField
          clearable
          label={t('sending-guard.form.quietFrom')}
          {...form.getInputProps('quietFrom')}
          value={form.values.quietFrom}
        />
        <HourField
          clearable
          label={t('sending-guard.form.quietUntil')}
          {...form.getInputProps('quietUntil')}
          value={form.values.quietUntil}
        />
        {days.map(([field, isOfAll]) => (
          <Switch
            key={field}
            label={t(`sending-guard.form.${field}`)}
            description={isOfAll && t('sending-guard.form.ofAll')}
            {...form.getInputProps(field, { type: 'checkbox' })}
            {...(isOfAll && { checked: true, disabled: true })}
          />
        ))}
      </fieldset>
      <Switch
        label={t('sending-guard.form.severalCampaigns')}
        description={t('sending-guard.form.severalCampaignsHint')}
        {...form.getInputProps('severalCampaigns', { type: 'checkbox' })}
      />
    </>
  )
}
