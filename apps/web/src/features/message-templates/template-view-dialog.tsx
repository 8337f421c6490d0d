import type { MessageTemplateView } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './message-templates.module.css'
import { TemplatePreview } from './template-preview.tsx'

/** A template that is only looked at, with its examples, also if it cannot be sent. */
export function TemplateViewDialog({ template, onClose }: { template: MessageTemplateView; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, header, body, footer, buttons, cards, examples, file, refusal } = template
  return (
    <Dialog title={name} size={440} onClose={onClose}>
      <div className={styles.fields}>
        {refusal !== null && <Alert>{t(`templates.${refusal}`)}</Alert>}
        <TemplatePreview
          parts={{ header, body, footer, buttons }}
          cards={cards}
          values={examples}
          pictureUrl={header?.kind === 'image' ? file?.url : undefined}
        />
      </div>
    </Dialog>
  )
}
