import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  noteRequired: 'Note is required',
  priceDiffers: 'Price differs',
  switchedOff: 'Switched off',
  notApproved: 'Not approved',
  vendorNotApproved: 'Vendor not approved',
  shortOfStock: 'Short of stock',
  priceNotKnown: 'Price not known',
  priceNotListed: 'Price {unitPrice}, listed at {listed}',
  switchedOffThen: 'Switched off when the order was placed',
  notApprovedThen: 'Not approved when the order was placed',
  vendorDisabledThen: 'Vendor disabled when the order was placed',
  shortBy: '{short, number} short: {quantity, number} ordered, {inStock, number} in stock',
  priceThenUnknown: 'Placed before this product was listed here. The price at that time is not known',
  priceNotInCampaign: 'Price {unitPrice}, listed at {listed} in {campaign}',
  shippingDiffers: 'Shipping differs',
  notDelivered: 'Delivery not offered',
  shippingUnnamed: 'Delivery not named',
  shippingNotKnown: 'Shipping not known',
  shippingNotQuoted: 'Shipping {shipping}, quoted at {quoted} ({why})',
  notDeliveredWhy: 'Delivery not offered when the order was placed: {why}',
  shippingThenUnknown:
    'Placed before this way of delivery was kept here. Its price at that time is not known',
  shippingNamesNothing: 'Shipping {shipping} without a shipping method or pickup location',
  shippingDifferent: 'Different shipping',
  shippingText:
    'The shipping total is another than the quote that was in force when the order was placed, packaging included.',
  notDeliveredText:
    'The shipping method, packaging or pickup location was switched off, or does not take these goods to this city.',
  shippingUnnamedText:
    'The order names no shipping method and no pickup location, so its shipping total is compared with nothing. Choose Accept only if your shop front does not send them.',
  delivery: 'Delivery',
  deliveryName: 'Delivery, {name}',
  priceDifferent: 'Different price',
  priceText:
    'A line item has another price than its listing had when the order was placed, campaigns included.',
  notOnSale: 'Not on sale',
  notOnSaleText:
    'The product was switched off or not approved when the order was placed, or its vendor was not approved.',
  shortText: 'A line item asks for more than is in stock when the order arrives.',
  unknownText:
    'The order was placed before the product or shipping method was kept here, for example in another system.',
  refuse: 'Refuse the order',
  refuseText: 'Nothing is stored. The shop front gets an error for each line item and field.',
  acceptAndMark: 'Accept and mark',
  markText: 'The order is stored and appears on the dashboard for a check.',
  accept: 'Accept',
  acceptText: 'The order is stored without a mark, for example while old orders are imported.',
  loadFailed: 'The order checks could not be loaded.',
  introduction:
    'Each line item is compared with its product, and the shipping with its quote, when the shop front submits the order. Choose what happens when they differ. Stored orders do not change.',
  cases: 'Cases',
  orderChecksSaved: 'Order checks saved',
  differences: 'Differs from the listings',
  markActions: 'Mark actions',
  markAsChecked: 'Mark as checked',
  checked: 'Checked',
  open: 'Open',
  lineLineName: 'Line {line}, {name}',
  vendorNotApprovedThen: 'Vendor not approved when the order was placed',
})
