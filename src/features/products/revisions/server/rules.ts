/** What is advised where another listing has taken the SKU of an edit. */
export const skuAdvice = 'Reject this edit, or change the SKU first'

/** The refusal of an edit that does not exist. */
export const noEdit = 'There is no such edit'

/** Why an edit of this listing cannot be decided on any more, in words; empty if it can, or if there is no such edit. */
export function whyClosed(
  product: { status: string },
  edit: { status: string; decided_by: string | null } | undefined,
): string {
  if (product.status !== 'approved') {
    return `This product is ${product.status.replaceAll('_', ' ')}: decide on the listing`
  }
  if (!edit || edit.status === 'waiting') return ''
  return `This edit is already ${edit.status}${edit.decided_by ? ` by ${edit.decided_by}` : ''}`
}
