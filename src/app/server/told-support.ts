import { permissionName } from '#features/access/contract.ts'
import { type News, notify, settleNotifications } from '#features/notifications/server/commands.ts'
import { supportDesk } from '#features/support/contract.ts'
import { deskRequestPath, myRequestPath } from '#features/support/screen-contract.ts'
import { isHandler } from '#features/support/server/queries.ts'
import type { Change, Context } from '#kit/server/context.ts'
import '#features/support/server/tables.ts'

const { area, action } = supportDesk.answer.access

/** Those who may answer are notified of a new request. One that continues a full one is told by what is written in it. */
export async function tellOfRequest(ctx: Context, { subject }: Change, id: string): Promise<void> {
  if (ctx.actor.kind !== 'person') return
  await notify(ctx, { ...atDesk('support_sent', subject, id), isMailed: hasMailbox(ctx) })
}

/** Who takes care of a request is notified of what its author writes; if nobody does, all who may answer. */
export async function tellOfReply(ctx: Context, { subject }: Change, id: string): Promise<void> {
  await settleNotifications(ctx, 'support', 'support_answered', id)
  const { author_id, assignee_id } = await peopleOf(ctx, id)
  const isTakenCareOf = assignee_id !== null && (await isHandler(ctx, assignee_id))
  await notify(ctx, {
    ...atDesk('support_replied', subject, id),
    ...(isTakenCareOf ? { people: [assignee_id] } : {}),
    // From a mailbox, the author is not the one who calls.
    except: author_id,
    isMailed: hasMailbox(ctx),
  })
}

/** Who shall take care of a request is notified, and nobody else is asked to any more. */
export async function tellOfAssignee(ctx: Context, { subject }: Change, id: string): Promise<void> {
  await settleDesk(ctx, id)
  const { assignee_id } = await peopleOf(ctx, id)
  if (assignee_id) await notify(ctx, { ...atDesk('support_assigned', subject, id), people: [assignee_id] })
}

/** The author is notified of an answer, which is sent to them by mail as it is. */
export async function tellOfAnswer(ctx: Context, { subject }: Change, id: string): Promise<void> {
  await settleDesk(ctx, id)
  const { author_id } = await peopleOf(ctx, id)
  await notify(ctx, {
    ...{ kind: 'support', event: 'support_answered', subject, needs: '' },
    path: `${myRequestPath}?id=${id}`,
    people: [author_id],
    // A person who takes care of a request of their own is told of both.
    group: `answers to ${id}`,
    isMailed: () => true,
  })
}

/** What the desk was notified of is done. */
export async function settleDesk(ctx: Context, id: string): Promise<void> {
  for (const event of ['support_sent', 'support_assigned', 'support_replied'] as const) {
    await settleNotifications(ctx, 'support', event, id)
  }
}

function atDesk(event: News['event'], subject: Change['subject'], id: string): News {
  return {
    ...{ kind: 'support', event, subject },
    path: `${deskRequestPath}?id=${id}`,
    needs: permissionName(area, action),
  }
}

/** What authors write is sent to the mailbox of the desk too, which may be that of a person. */
function hasMailbox({ services }: Context): (email: string) => boolean {
  const mailbox = services.supportEmail?.toLowerCase()
  return (email) => email.toLowerCase() === mailbox
}

function peopleOf(ctx: Context, id: string): Promise<{ author_id: string; assignee_id: string | null }> {
  return ctx.db
    .selectFrom('support_requests')
    .select(['author_id', 'assignee_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
