import type { CampaignView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachmentField, useFileProblem } from '../../features/campaigns/attachment-field.tsx'
import {
  type CampaignValues,
  type Variant,
  bodyOf,
  errorsOf,
  fitted,
  valuesOf,
  variantInError,
} from '../../features/campaigns/campaign-values.ts'
import { type FileChange, fileListChoices, newsOf, useSaveCampaign } from '../../features/campaigns/campaigns.api.ts'
import { editableOf } from '../../features/campaigns/editable.ts'
import { CampaignPreview, LackingNotice } from '../../features/campaigns/preview/index.ts'
import { MessageTabs } from '../../features/campaigns/message-tabs.tsx'
import { connectionList } from '../../features/connections/connections.api.ts'
import { TemplatePreview } from '../../features/message-templates/template-preview.tsx'
import { errorText } from '../../lib/cache/queries.ts'
import { useNow } from '../../lib/clock.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { fileRefusalsOfPlan, isRefusal } from '../../lib/files/file-refusals.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { useFormat } from '../../lib/format.ts'
import { useLive } from '../../lib/live.ts'
import { useFate } from '../../lib/live/fate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { CampaignFields } from './campaign-fields.tsx'
import { CampaignTemplate } from './campaign-template.tsx'
import { StateLine } from './state-line.tsx'
import { takesTemplates } from './takes-templates.ts'

interface Props {
  /** Undefined for a new one. */
  campaign: CampaignView | undefined
  onClose: () => void
}

/** Makes or changes a campaign; one that runs or is finished can only be looked at. */
export function CampaignDialog({ campaign, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  // A new one is stored before its file. If that is refused, the dialog goes on with what is stored.
  const [opened, setOpened] = useState(campaign)
  const [current, setCurrent] = useState(campaign)
  const before = valuesOf(opened, format)
  const fate = useFate('campaign', {
    id: opened?.id,
    before,
    read: (event) =>
      event.action === 'delete' || !opened
        ? { id: event.action === 'delete' ? event.id : event.record.id }
        : { id: event.record.id, values: valuesOf({ ...opened, ...newsOf(event.record) }, format) },
  })
  useLive('campaign', (event) => {
    if (event.action !== 'delete' && event.record.id === current?.id)
      setCurrent({ ...current, ...newsOf(event.record) })
  })

  const [file, setFile] = useState<FileChange>()
  const [refusal, setRefusal] = useState<string>()
  const problem = useFileProblem(file)
  const [isPreviewed, setPreviewed] = useState(false)
  const [variant, setVariant] = useState<Variant>(1)
  const fileLists = useQuery(fileListChoices).data ?? []
  const connections = useQuery(connectionList).data ?? []
  const save = useSaveCampaign()
  const editable = current ? editableOf(current, now) : 'all'
  const hasFile = file === undefined ? Boolean(current?.mediaName) : file !== null
  const form = useForm<CampaignValues>({
    initialValues: before,
    validate: (values) =>
      errorsOf(values, {
        editable,
        hasFile,
        takesTemplates: takesTemplates(connections, values.connectionIds),
        format,
        now,
        texts: {
          people: t('campaigns.needs.people'),
          message: t('campaigns.needs.message'),
          template: t('campaigns.needs.template'),
          mixed: t('campaigns.needs.oneKind'),
          confirmation: t('campaigns.needs.confirmation'),
          hour: t('ui.form.invalidHour'),
          inPast: t('ui.form.inPast'),
        },
      }),
    ...checkedOnBlur,
  })
  const isOfTemplates = takesTemplates(connections, form.values.connectionIds) ?? false
  const planned = fitted(bodyOf(form.values), isOfTemplates)
  const [firstConnection] = form.values.connectionIds

  function chooseFile(next: FileChange) {
    setFile(next)
    setRefusal(undefined)
    if (next) form.clearFieldError('message1')
  }

  function submit(values: CampaignValues) {
    if (problem && !isOfTemplates) return
    setRefusal(undefined)
    save.mutate(
      {
        id: opened?.id,
        before: bodyOf(before),
        after: fitted(bodyOf(values), isOfTemplates),
        file: isOfTemplates ? undefined : file,
        onStored: (stored) => {
          setOpened(stored)
          setCurrent(stored)
        },
      },
      {
        onSuccess: () => {
          toast.success(t('campaigns.saved'))
          onClose()
        },
        onError: (error) => {
          setRefusal(isRefusal(error, fileRefusalsOfPlan) ? errorText(error) : undefined)
          showFieldError(form, error, { ERR_SCHEDULE_IN_PAST: 'hour', ERR_NO_CONTACT_LIST_FOUND: 'contactListId' })
        },
      },
    )
  }

  return (
    <Dialog
      title={t(editable === 'nothing' ? 'campaigns.readOnly' : opened ? 'campaigns.edit' : 'campaigns.add')}
      {...(editable !== 'nothing' && { action: t('ui.save') })}
      size={760}
      isBusy={save.isPending}
      isDirty={editable !== 'nothing' && (form.isDirty() || file !== undefined)}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, (wrong) => setVariant(variantInError(wrong) ?? variant))}
    >
      {current && (
        <StateLine
          campaign={current}
          editable={editable}
          isDirty={form.isDirty()}
          onChanged={(status) => setCurrent({ ...current, status })}
        />
      )}
      <CampaignFields form={form} campaign={current} isDisabled={editable !== 'all'} />
      <MessageTabs
        form={form}
        shown={variant}
        onShow={setVariant}
        isDisabled={editable === 'nothing'}
        template={
          isOfTemplates
            ? (field, label) => (
                <CampaignTemplate
                  label={label}
                  whatsappId={Number(firstConnection)}
                  value={form.values[field]}
                  error={form.errors[field]}
                  isDisabled={editable === 'nothing'}
                  onChange={(choice) => form.setFieldValue(field, choice)}
                />
              )
            : undefined
        }
      />
      {editable !== 'nothing' && (
        <LackingNotice
          values={form.values}
          takesTemplates={isOfTemplates}
          goesOn={editable === 'texts' ? current?.id : undefined}
        />
      )}
      {!isOfTemplates && (
        <AttachmentField
          stored={current}
          file={file}
          error={problem ?? refusal}
          lists={fileLists}
          listId={form.values.fileListId}
          onList={(id) => form.setFieldValue('fileListId', id)}
          isDisabled={editable !== 'all'}
          onChange={chooseFile}
        />
      )}
      {editable === 'all' && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconEye size={16} stroke={1.7} />}
            aria-expanded={isPreviewed}
            onClick={() => setPreviewed(!isPreviewed)}
          >
            {t('campaign-preview.title')}
          </Button>
        </div>
      )}
      {editable === 'all' && isPreviewed && (
        <CampaignPreview
          planned={{ ...planned, campaignId: current?.id ?? null }}
          template={({ parts, values }) => <TemplatePreview parts={parts} values={values} />}
          isDirty={form.isDirty() || file !== undefined}
        />
      )}
    </Dialog>
  )
}
