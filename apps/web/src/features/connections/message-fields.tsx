import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionValues } from './connection-values.ts'

interface Props {
  form: UseFormReturnType<ConnectionValues>
  /** The field of the greeting's file. */
  children: ReactNode
}

/** What customers of the connection are told automatically. */
export function MessageFields({ form, children }: Props) {
  const { t } = useTranslation()
  const hasMenu = form.values.queueIds.length > 1
  return (
    <>
      <Textarea
        label={t('connections.greeting')}
        description={t(hasMenu ? 'connections.greetingMenuHint' : 'connections.greetingHint')}
        withAsterisk={hasMenu}
        {...grows}
        {...form.getInputProps('greetingMessage')}
      />
      {children}
      <Textarea
        label={t('connections.outOfHours')}
        description={t('connections.outOfHoursHint')}
        {...grows}
        {...form.getInputProps('outOfHoursMessage')}
      />
      <Textarea
        label={t('connections.farewell')}
        description={t('connections.farewellHint')}
        {...grows}
        {...form.getInputProps('complationMessage')}
      />
    </>
  )
}

const grows = { autosize: true, minRows: 2, maxRows: 6 }
