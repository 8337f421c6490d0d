import type { MessageTemplateView } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { type Offered, TemplateChoices } from './template-choices.tsx'
import { TemplateFilling } from './template-filling.tsx'
import { type Chosen, useFilling } from './use-filling.ts'

interface Props {
  offered: Offered
  /** The label of the primary button: a verb. */
  action: string
  isBusy?: boolean
  /** Why it was refused. */
  refusal?: Error | null
  /** Values may contain the variables of messages, such as this one, which are filled in later. */
  variable?: string
  onChosen: (chosen: Chosen) => void
  onClose: () => void
}

/** An approved message, for people who may get no other now: first which one, then the values of its variables. */
export function TemplatePicker(props: Props) {
  const { t } = useTranslation()
  const [template, setTemplate] = useState<MessageTemplateView>()
  if (template) return <FillDialog {...props} template={template} onBack={() => setTemplate(undefined)} />
  return (
    <Dialog title={t('templates.title')} size={560} onClose={props.onClose}>
      <TemplateChoices offered={props.offered} onTemplate={setTemplate} />
    </Dialog>
  )
}

interface FillProps extends Props {
  template: MessageTemplateView
  onBack: () => void
}

function FillDialog({ template, action, isBusy = false, refusal, variable, onChosen, onBack }: FillProps) {
  const { t } = useTranslation()
  const filling = useFilling(template, variable !== undefined)
  return (
    <Dialog
      title={template.name}
      action={action}
      cancel={t('templates.back')}
      size={720}
      isBusy={isBusy}
      isDirty={filling.isBegun}
      focusAction={template.variables.length === 0}
      onClose={onBack}
      onSubmit={() => {
        const chosen = filling.finish()
        if (chosen) onChosen(chosen)
      }}
    >
      <TemplateFilling template={template} filling={filling} refusal={refusal} variable={variable} />
    </Dialog>
  )
}
