import { api, limits } from '@guiche/contract'
import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/cache/queries.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { type PlannedCampaign, useTestCampaign } from './preview.api.ts'
import styles from './preview.module.css'

interface Props {
  planned: PlannedCampaign
  isDirty: boolean
  personKey: string | null
}

/** One text of the stored campaign, with its file, to a number of one's own. */
export function TestToOneself({ planned, isDirty, personKey }: Props) {
  const { t } = useTranslation()
  const id = typeof planned.campaignId === 'number' ? planned.campaignId : undefined
  return (
    <section>
      <h3>{t('campaign-preview.test')}</h3>
      {id === undefined || isDirty ? (
        <p className={styles.hint}>{t('campaign-preview.saveFirst')}</p>
      ) : (
        <TestForm id={id} planned={planned} personKey={personKey} />
      )}
    </section>
  )
}

const variants = [1, 2, 3, 4, 5] as const
const numberRule = rulesOf(api.testCampaign.body.pick({ number: true }))

function TestForm({ id, planned, personKey }: { id: number; planned: PlannedCampaign; personKey: string | null }) {
  const { t } = useTranslation()
  const test = useTestCampaign(id)
  const written = variants.filter((nth) => planned[`message${nth}`]?.trim() || planned[`template${nth}`])
  const choices = written.length > 0 ? written : [1]
  const form = useForm({
    initialValues: { number: '', variant: String(choices[0] ?? 1) },
    validate: numberRule,
    ...checkedOnBlur,
  })
  const send = form.onSubmit(({ number, variant }) => test.mutate({ number, variant: Number(variant), key: personKey }))

  // No form of its own, because it may stand in one, which Enter would submit.
  return (
    <div className={styles.test}>
      <TextInput
        size="sm"
        label={t('campaign-preview.number')}
        inputMode="tel"
        autoComplete="tel"
        {...form.getInputProps('number')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
      />
      <Select
        size="sm"
        label={t('campaign-preview.variant')}
        allowDeselect={false}
        data={choices.map((nth) => ({ value: String(nth), label: t('campaign-preview.message', { nth }) }))}
        {...form.getInputProps('variant')}
      />
      <Button
        size="sm"
        variant="default"
        leftSection={<IconSend size={16} stroke={1.7} />}
        loading={test.isPending}
        onClick={() => send()}
      >
        {t('campaign-preview.send')}
      </Button>
      <p role="status" className={test.isError ? styles.warning : styles.hint}>
        {test.isError
          ? errorText(test.error)
          : test.isSuccess
            ? t('campaign-preview.sent')
            : t('campaign-preview.testHint', { most: limits.campaignTests })}
      </p>
    </div>
  )
}
