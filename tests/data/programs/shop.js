// shop.js - a dozen functions of about equal work: named, anonymous, methods of one name. Argument: rounds.
"use strict";
function words(n) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum = (sum * 31 + i) % 1000003;
    return sum;
}
const steps = [
    function (n) {
        let sum = 1;
        for (let i = 0; i < n; i++) sum = (sum * 17 + i) % 999983;
        return sum;
    },
    (n) => {
        let sum = 2;
        for (let i = 0; i < n; i++) sum = (sum * 13 + i) % 999979;
        return sum;
    },
    (n) => {
        let sum = 3;
        for (let i = 0; i < n; i++) sum = (sum * 11 + i) % 999961;
        return sum;
    },
];
class Book {
    price(n) {
        let sum = 4;
        for (let i = 0; i < n; i++) sum = (sum * 7 + i) % 999959;
        return sum;
    }
    tax(n) {
        let sum = 5;
        for (let i = 0; i < n; i++) sum = (sum * 5 + i) % 999953;
        return sum;
    }
}
class Toy {
    price(n) {
        let sum = 6;
        for (let i = 0; i < n; i++) sum = (sum * 3 + i) % 999931;
        return sum;
    }
    weigh(n) {
        let sum = 7;
        for (let i = 0; i < n; i++) sum = (sum * 19 + i) % 999917;
        return sum;
    }
}
function scan(n) {
    let sum = 8;
    for (let i = 0; i < n; i++) sum = (sum * 23 + i) % 999907;
    return sum;
}
function pack(n) {
    let sum = 9;
    for (let i = 0; i < n; i++) sum = (sum * 29 + i) % 999883;
    return sum;
}
function ship(n) {
    let sum = 10;
    for (let i = 0; i < n; i++) sum = (sum * 37 + i) % 999863;
    return sum;
}
function main(rounds) {
    const book = new Book(),
        toy = new Toy();
    let sum = 0;
    for (let i = 0; i < rounds; i++) {
        sum += words(9000) + scan(9000) + pack(9000) + ship(9000);
        for (const step of steps) sum += step(9000);
        sum += book.price(9000) + book.tax(9000) + toy.price(9000) + toy.weigh(9000);
    }
    return sum;
}
console.log(main(Number(process.argv[2])));
