import type { TemplateChoice } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconTemplate, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templatesOfConnection } from '../../features/message-templates/message-templates.api.ts'
import { TemplatePicker } from '../../features/message-templates/template-picker.tsx'
import type { Chosen } from '../../features/message-templates/use-filling.ts'
import styles from './schedules-screen.module.css'

interface Props {
  /** The chosen connection, if it has templates. */
  whatsappId: number | undefined
  template: TemplateChoice | null
  onChange: (chosen: Chosen | null) => void
}

/** A text would only go within a day after the customer has written; a template goes at any time. */
export function ScheduleTemplate({ whatsappId, template, onChange }: Props) {
  const { t } = useTranslation()
  const [isPicking, setIsPicking] = useState(false)
  if (whatsappId === undefined) return null
  return (
    <div className={styles.template}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconTemplate size={15} stroke={1.7} />}
        onClick={() => setIsPicking(true)}
      >
        {t(template === null ? 'templates.use' : 'templates.back')}
      </Button>
      {template !== null && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconX size={15} />} onClick={() => onChange(null)}>
          {t('templates.drop')}
        </Button>
      )}
      <p className={styles.templateHint}>{t(template === null ? 'templates.useHint' : 'templates.used')}</p>
      {isPicking && (
        <ConnectionPicker
          whatsappId={whatsappId}
          onChosen={(chosen) => {
            onChange(chosen)
            setIsPicking(false)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  )
}

interface PickerProps {
  whatsappId: number
  onChosen: (chosen: Chosen) => void
  onClose: () => void
}

function ConnectionPicker({ whatsappId, ...rest }: PickerProps) {
  const { t } = useTranslation()
  const offered = useQuery(templatesOfConnection(whatsappId))
  return <TemplatePicker offered={offered} action={t('templates.use')} variable="{{firstName}}" {...rest} />
}
